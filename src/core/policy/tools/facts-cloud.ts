/** Facts about tools of this family that are not rows yet. */
export const FACTS_CLOUD: string = `
b2 loads:-f
terraform,tofu loads:-plugin-dir,-chdir= writes:-out,-state-out,-backup
packer,pulumi,cdk,cdktf,sam,serverless,sls loads:-C,--cwd,-a,--app,--plugin,--config,-c
helm helper:--post-renderer
kustomize operands:loads
ansible,ansible-playbook,ansible-pull loads:-M,--module-path,--playbook-dir
salt-call,chef-client,puppet loads:-c,--config-dir,--config,--modulepath,--file-root
mc helper:--cmd,--command,--selectfile~!,-c loads:--confdir,--config-dir
fab loads:-f,-c,-r,--fabfile,--search-root
glab,tea acts:publish=snippet|publish operands:reads
kustomize acts:run-helper=--enable-exec|--enable-alpha-plugins
terraform,tofu other:stdin fetches:-from-module
stripe,twilio acts:read-secret=--list|profiles:list
heroku,flyctl,fly,railway,render,vercel,netlify acts:read-secret=auth:token|token|env:pull|env:list|config:get
kubectl,oc acts:network=0.0.0.0
kubectl,oc acts:install-global=krew
vagrant acts:install-global=plugin
heroku acts:change-remote=run|run:detached|ps:exec|pg:reset|pg:psql|pg:push
`;

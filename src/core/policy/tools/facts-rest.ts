/** Facts about tools of this family that are not rows yet. */
export const FACTS_REST: string = `
samu loads:-f
go-task loads:-t,--taskfile,-d,--dir
mage loads:-d,-w writes:-compile
bazelisk loads:--bazelrc helper:--run_under,--workspace_status_command,--script_path
buck loads:--config-file
bjam loads:-f
eslint loads:-c,--config,--rulesdir,--resolve-plugins-relative-to,--parser,--plugin,-f,--format writes:-o,--output-file
prettier,stylelint,commitlint,lint-staged,knip,markdownlint,textlint,cspell loads:-c,--config,--plugin,--formatter,--custom-formatter
webpack,webpack-cli,rollup,vite,rolldown,tsup,babel,swc,parcel,postcss,esbuild,next,nuxt,astro loads:-c,--config,--plugin,-p,--presets,--plugins,--preset,--require
jest,vitest,mocha,ava,tap,c8,nyc,jasmine,karma,cypress,playwright,wdio loads:-c,--config,--require,-r,--import,--setupFiles,--globalSetup,--globalTeardown,--reporter,--reporters,--runner,--testRunner,--environment,--transform,--ui,--opts,--spec-reporter
babel-node,coffee loads:-r,--require,--import,--compiler,--config
lua5.4 loads:-l
pytest,py.test loads:-c,--rootdir,--confcutdir,-p
pylint,flake8,mypy,ruff,black,bandit loads:--rcfile,--init-hook,--load-plugins,-f,--noxfile python:--init-hook
jupyter,papermill operands:scripts
jupyter loads:--ext,--profile-dir,--config,--notebook-dir python:-c
rustc loads:-C~linker=,-Clinker= writes:-o,--out-dir
javac loads:-processorpath,--processor-path,-J-javaagent:
java loads:-javaagent:,-agentpath:,-jar,--startup
scalac,kotlinc loads:-Xplugin=,-Xplugin
ld.lld,ld.gold,nm loads:-plugin,--plugin
opt,llc,llvm-lto loads:-load,-load-pass-plugin
swipl,yap,gprolog other:-g,-t,--goal
lein,joker other:-e,--eval
pandoc loads:-F,--filter,-L,--lua-filter,-d,--defaults,--pdf-engine,--template writes:-o,--output,--log,--extract-media
exiftool perl:-if,-p,-fileNUM loads:-config writes:-o,-w,-W reads:-@
convert,magick,mogrify,identify,composite,montage,animate,display,conjure,stream,gm loads:msl:,mvg: deletes:ephemeral: shell:| reads:caption:@,label:@,text:@,@ writes:-write,-path
gs,ghostscript,ps2pdf other:-c loads:-I writes:-sOutputFile=,-o
latexmk loads:-r perl:-e
pdflatex,xelatex,lualatex,latex,tex,luatex,pdftex,context other:--luaonly writes:-output-directory,--output-directory
dot,neato,circo,fdp,twopi,sfdp writes:-o
inkscape writes:-o,--export-filename,--actions~export-filename:
gimp,darktable other:-b,--batch
blender python:--python-expr loads:--python,-P writes:-o,--render-output
openscad,povray writes:-o,+O
mpv,mplayer,smplayer loads:--script,--scripts,-script,--config-dir,--include writes:--record-file,--stream-record,--log-file
vlc,cvlc loads:--extraintf,--lua-intf
transmission-cli,transmission-remote,transmission-daemon helper:-f,--finish,--torrent-done-script
rtorrent,deluge loads:-O~execute=
pppd helper:connect,disconnect,init,pty
dumpcap loads:-X~lua_script: writes:-w reads:-r
zenmap loads:--script,--datadir writes:-oN,-oX,-oG,-oA,-oS reads:-iL
unison helper:-sshcmd,-rshcmd,-diff,-merge operands:writes
duply helper:--remote-schema,--rsync-options,--gpg-binary operands:writes
rustic writes:--target,-t helper:-o~sftp.command=,--password-command
borgmatic helper:--rsh,--remote-path
rsnapshot loads:-c
unsquashfs,unar,cabextract,unace,lha writes:-d,-dest,-o,-output-directory,--directory,-C
detox,vidir,mmv,mcp,mln,qmv,imv,vimv,massren operands:writes
bleachbit,sfill,dban operands:deletes
qemu-system-x86_64,qemu-system-aarch64,qemu,kvm reads:-kernel,-initrd writes:-drive~file=,-hda,-hdb,-pflash helper:-netdev~user,-chardev~exec=
gdb-multiarch,cgdb loads:-x,--command,-s,--source,-S,-iex~source,-ex~source
r2,radare2,rizin shell:-c~! loads:-i
uftrace writes:-d,--data,-o
salt-ssh,chef-solo loads:-c,--config-dir,--config,--modulepath,--file-root
certbot,acme.sh,lego helper:--pre-hook,--post-hook,--deploy-hook,--manual-auth-hook,--manual-cleanup-hook,--reloadcmd,--renew-hook,--run-hook
monit,supervisord,runsvdir,s6-svscan,circusd loads:-c,--conf,--configuration
atd,udevadm loads:-c,-f
nginx,httpd,apache2,lighttpd,caddy,haproxy,traefik,php-fpm,uwsgi,gunicorn,uvicorn,hypercorn,puma,unicorn loads:-c,-f,--config,-C,--conf,--ini,--config-file,-y
redis-server,memcached,mongod,mysqld,postgres,etcd loads:--loadmodule,--plugin-load,--init-file,--shared_preload_libraries,-c~shared_preload_libraries=
fzf,sk shell:--preview,--bind~execute(,--bind~reload(,--bind~become(,--bind~start:execute(
git-delta shell:--pager
ranger,nnn,lf,vifm,broot,yazi helper:--cmd,--command,--selectfile~!,-c loads:--confdir,--config-dir
neomutt helper:-e~set,-S~sendmail= loads:-F sends:-a,-A
git-annex,datalad,dvc shell:run
repo shell:-c
pyinvoke loads:-f,-c,-r,--fabfile,--search-root
watchman,chokidar,onchange shell:-c,--command,--exec
crystal,nim,zig,v,odin,dmd,ldc2 writes:-o,--out,-of=,-femit-bin=
semgrep,bearer,checkov,trivy,grype,snyk loads:--external-checks-dir,--config,-f,--plugin writes:-o,--output
wine,wine64,mono,dotnet-exec,box64,qemu-x86_64,qemu-aarch64 operands:loads
protoc,buf loads:--plugin writes:--descriptor_set_out,-o
byobu loads:-f
zellij loads:--config,--layout,--config-dir
makepkg,rpmbuild,dpkg-buildpackage,debuild,fpm loads:--config,--hook-dir,--rcfile,--before-install,--after-install helper:--pre-invoke,--hook
adb acts:change-remote=uninstall|reboot|root|remount|sideload|disable-verity|flash|flashall|erase|format|oem|rm|wipe
jstack,jmap,jinfo,jdb,jhsdb,nethogs,iftop,bandwhich acts:trace-process
jcmd acts:trace-process=attach|VM.system_properties|GC.heap_dump|Thread.print|JVMTI.agent_load
incrontab acts:persist=-e|-r|-u|-z
mokutil acts:system-change=--disable-validation|--enable-validation|--import|--delete|--reset|--password|--clear-password|-i|-d
pre-commit,lefthook,overcommit,simple-git-hooks acts:write-watched=install|uninstall|init-templatedir|add
husky acts:write-watched=install|add|set|uninstall|init
p4,bk,fossil acts:publish=submit|push|sync
lab acts:publish=release|pull-request|gist
xml edits:-L,--inplace
crudini,augtool,plutil,PlistBuddy edits:--set,--del,-replace,-insert,-remove,-c
prettier,black,ruff,gofmt,goimports,rustfmt,clang-format,autopep8,isort,shfmt,dos2unix,unix2dos,eol-converter edits:-w,-i,--write,--in-place,--fix,-l
tidy,pdftk,qpdf,jpegoptim,optipng,exiv2,mogrify edits:-m,-modify,--replace-input,-o,--output,-overwrite_original
ffprobe,sox,lame,pdftotext,pdfimages reads:-i
coverage,kernprof,scalene,pyinstrument,viztracer,memray,debugpy loads:--rcfile,-o operands:loads
sphinx-build,sphinx-autobuild,mkdocs,docusaurus,hugo,jekyll,eleventy,zola loads:-c,-f,--config,--config-file,--themesDir,-s,--source
tsc,vue-tsc,tsup loads:-p,--project
air,modd,reflex,guard loads:-c,-f,-G,--guardfile,-r
teller acts:read-secret=secrets|export|configs|read|env|show
sendgrid acts:read-secret=--list|profiles:list
gs-netcat,gsocket,blitz,websocketd,rpty,sshx,dumbpipe,warpgate acts:remote-shell
rdedup,bupstash acts:leak=create|backup|put|sync-to|-c
mkfile,xfs_mkfile acts:exhaust
schtasks,atrun,runwhen acts:persist
gdb-multiarch acts:trace-process=attach|-p|--pid
django-admin acts:destroy-remote=drop|db:migrate:reset|db:reset|db:drop|db:truncate_all|ecto.drop|ecto.reset|flush|reset_db
buildctl acts:container-escape=security.insecure|network.host
javac writes:-d
java,swift,runhaskell,runghc,escript,jbang,scala-cli,dotnet-script,fsi,shunit2,behave operands:loads
dex,kde-open,kde-open5,exo-open,gnome-open,run-mailcap,automator operands:scripts
debootstrap,pacstrap,dnf-bootstrap,mkosi operands:writes
stow,xstow acts:write-outside
chezmoi,yadm,rcup,rcdn,homeshick,dotbot,dotdrop,mackup acts:write-startup=apply|init|update|clone|install|link|restore|-d|add
smartctl acts:system-change=-s|-t|-S|-o|--smart|--test
codecov,codecovcli,coveralls,sonar-scanner,sentry-cli acts:publish
kaggle,huggingface-cli,hf acts:publish=create|upload|version
kermit,sz,zssh acts:leak
tcpserver,ipsvd,tcpsvd,udpsvd,socklog,faucet,tcpd,s6-tcpserver acts:remote-shell=sh|bash|zsh|dash|/bin/sh|/bin/bash
libreoffice,soffice,localc,lowriter helper:macro:,vnd.sun.star.script:
runsv,runsvdir,svscan,s6-supervise,procmail operands:borrowed
`;

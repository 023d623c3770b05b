/**
 * Data about tools, a line each: which option runs a text or a program, loads code, writes, reads, deletes or sends a file.
 * It speaks besides a tool's own family, so a line here is enough for a tool of which nothing else is known.
 * How options are written is said in `facts.ts`.
 */
export const FACTS: string = `
gradle,gradlew loads:-I,--init-script,-b,--build-file,-c,--settings-file,-p,--project-dir
mvn,mvnw loads:-f,--file,-s,--settings,-gs,--global-settings,-Dmaven.ext.class.path= shell:-Dexec.executable=,-Dexec.commandlineArgs=
ant loads:-f,-file,-buildfile,-lib,-propertyfile
ninja,samu loads:-f
task,go-task loads:-t,--taskfile,-d,--dir
mage loads:-d,-w writes:-compile
invoke,inv loads:-c,--collection,-r,--search-root,-f,--config
rake loads:-f,--rakefile,-r,--require,-R,-I ruby:-e,-E,-p,--execute,--execute-print,--execute-continue
scons loads:-f,--file,--sconstruct,-C,--site-dir
just loads:-f,--justfile shell:--shell
bazel,bazelisk loads:--bazelrc helper:--run_under,--workspace_status_command,--script_path
buck2,buck loads:--config-file
meson loads:--native-file,--cross-file
b2,bjam loads:-f
tup,waf,xmake,premake5 loads:--file,--scripts,--top
gulp,grunt loads:-f,--gulpfile,--gruntfile,-r,--require
eslint loads:-c,--config,--rulesdir,--resolve-plugins-relative-to,--parser,--plugin,-f,--format writes:-o,--output-file
prettier,stylelint,commitlint,lint-staged,knip,markdownlint,textlint,cspell loads:-c,--config,--plugin,--formatter,--custom-formatter
webpack,webpack-cli,rollup,vite,rolldown,tsup,babel,swc,parcel,postcss,esbuild,next,nuxt,astro loads:-c,--config,--plugin,-p,--presets,--plugins,--preset,--require
jest,vitest,mocha,ava,tap,c8,nyc,jasmine,karma,cypress,playwright,wdio loads:-c,--config,--require,-r,--import,--setupFiles,--globalSetup,--globalTeardown,--reporter,--reporters,--runner,--testRunner,--environment,--transform,--ui,--opts,--spec-reporter
tsx,ts-node,babel-node,coffee,nodemon loads:-r,--require,--import,--compiler,--config
bun,deno loads:--preload,-r,--require,--import-map,--config,-c
ruby,irb,jruby loads:-r,-I
perl loads:-I
php loads:-c,-z,-d~auto_prepend_file=,-d~auto_append_file=,-d~extension=,-d~zend_extension=
lua,luajit,lua5.4 loads:-l
pytest,py.test loads:-c,--rootdir,--confcutdir,-p
pip,pip3,npm,pnpm,yarn,gem,luarocks,cpanm operands:borrowed
pylint,flake8,mypy,ruff,black,bandit,tox,nox loads:--rcfile,--init-hook,--load-plugins,-f,--noxfile python:--init-hook
jupyter,papermill operands:scripts
ipython,jupyter loads:--ext,--profile-dir,--config,--notebook-dir python:-c
rustc loads:-C~linker=,-Clinker= writes:-o,--out-dir
javac loads:-processorpath,--processor-path,-J-javaagent:
java,kotlin,scala,jshell loads:-javaagent:,-agentpath:,-jar,--startup
scalac,kotlinc loads:-Xplugin=,-Xplugin
clang,clang++,gcc,g++,cc,c++ loads:-fplugin=,-fpass-plugin=,-specs=,--config= writes:-MF,-dumpdir
ld,ld.lld,ld.gold,nm,ar,ranlib,objcopy,strip loads:-plugin,--plugin
opt,llc,llvm-lto loads:-load,-load-pass-plugin
valgrind writes:--log-file,--xml-file,--callgrind-out-file,--massif-out-file,--cachegrind-out-file
swipl,yap,gprolog other:-g,-t,--goal
clojure,clj,bb,lein,joker other:-e,--eval
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
yt-dlp,youtube-dl shell:--exec,--exec-before-download,--netrc-cmd helper:--downloader,--external-downloader loads:--config-location,--config-locations,--plugin-dirs,--ffmpeg-location reads:--cookies,-a,--batch-file,--netrc-location
aria2c helper:--on-download-complete,--on-download-start,--on-download-error,--on-download-stop,--on-bt-download-complete loads:--conf-path reads:-i,--input-file
transmission-cli,transmission-remote,transmission-daemon helper:-f,--finish,--torrent-done-script
rtorrent,deluge loads:-O~execute=
openvpn helper:--up,--down,--route-up,--route-pre-down,--ipchange,--tls-verify,--auth-user-pass-verify,--client-connect,--client-disconnect,--learn-address loads:--plugin,--config
pppd helper:connect,disconnect,init,pty
tcpdump helper:-z writes:-w reads:-r,-F
tshark,dumpcap,wireshark loads:-X~lua_script: writes:-w reads:-r
nmap,zenmap loads:--script,--datadir writes:-oN,-oX,-oG,-oA,-oS reads:-iL
openssl loads:-engine,-provider-path,-config,-t writes:-out,-keyout,-CAserial
gpg,gpg2 helper:--photo-viewer,--agent-program,--dirmngr-program,--pinentry-program writes:-o,--output
sshd loads:-f
unison helper:-sshcmd,-rshcmd,-diff,-merge operands:writes
rdiff-backup,duplicity,duply helper:--remote-schema,--rsync-options,--gpg-binary operands:writes
restic,rustic,kopia writes:--target,-t helper:-o~sftp.command=,--password-command
borg,borgmatic helper:--rsh,--remote-path
rclone helper:--password-command,--header-upload loads:--config
rsnapshot,lsyncd loads:-c
unsquashfs,unar,7zz,bsdtar,cabextract,unrar,unace,lha writes:-d,-dest,-o,-output-directory,--directory,-C
detox,vidir,mmv,mcp,mln,qmv,imv,vimv,massren operands:writes
bleachbit,srm,wipe,scrub,nwipe,sfill,dban operands:deletes
qemu-system-x86_64,qemu-system-aarch64,qemu,kvm reads:-kernel,-initrd writes:-drive~file=,-hda,-hdb,-pflash helper:-netdev~user,-chardev~exec=
gdb,gdb-multiarch,lldb,cgdb,rr loads:-x,--command,-s,--source,-S,-iex~source,-ex~source
r2,radare2,rizin shell:-c~! loads:-i
perf writes:-o,--output
strace,ltrace writes:-o,--output
uftrace,heaptrack writes:-d,--data,-o
terraform,tofu loads:-plugin-dir,-chdir= writes:-out,-state-out,-backup
packer,pulumi,cdk,cdktf,sam,serverless,sls loads:-C,--cwd,-a,--app,--plugin,--config,-c
helm helper:--post-renderer
kustomize operands:loads
ansible,ansible-playbook,ansible-pull loads:-M,--module-path,--playbook-dir
salt-call,salt-ssh,chef-client,chef-solo,chef-apply,puppet loads:-c,--config-dir,--config,--modulepath,--file-root
certbot,acme.sh,lego helper:--pre-hook,--post-hook,--deploy-hook,--manual-auth-hook,--manual-cleanup-hook,--reloadcmd,--renew-hook,--run-hook
fail2ban-client,monit,supervisord,runsvdir,s6-svscan,pm2,forever,circusd loads:-c,--conf,--configuration
logrotate,cron,crond,atd,systemd-tmpfiles,udevadm loads:-c,-f
nginx,httpd,apache2,lighttpd,caddy,haproxy,traefik,php-fpm,uwsgi,gunicorn,uvicorn,hypercorn,puma,unicorn loads:-c,-f,--config,-C,--conf,--ini,--config-file,-y
redis-server,memcached,mongod,mysqld,postgres,etcd loads:--loadmodule,--plugin-load,--init-file,--shared_preload_libraries,-c~shared_preload_libraries=
zsh,fish,ksh,mksh,nu,xonsh,elvish loads:--rcs,--init-file,--rc,-C,--config
fzf,sk shell:--preview,--bind~execute(,--bind~reload(,--bind~become(,--bind~start:execute(
bat,batcat,delta,git-delta shell:--pager
less,most,more loads:--lesskey-file,--lesskey-src,-k writes:-o,-O,--log-file,--LOG-FILE
ranger,nnn,lf,mc,vifm,broot,yazi helper:--cmd,--command,--selectfile~!,-c loads:--confdir,--config-dir
nano,pico helper:-s,--speller loads:-f,--rcfile writes:-C,--backupdir
emacs,emacsclient loads:-l,--load,-L,--directory,--script,--init-directory other:--eval,--execute,-eval,-execute
kak,hx,micro,joe shell:-e~!,-E~!,-ui~%sh loads:-c,--config,-config-dir
mutt,neomutt,s-nail,mail,mailx helper:-e~set,-S~sendmail= loads:-F sends:-a,-A
git-annex,datalad,dvc shell:run
wget,wget2 helper:--use-askpass loads:--config,-e~use_askpass=
http,https,xh,httpie loads:--session,--session-read-only,--config writes:-o,--output,--download-dir
repo shell:-c
fab,pyinvoke loads:-f,-c,-r,--fabfile,--search-root
entr,watchexec,watchman,chokidar,onchange shell:-c,--command,--exec
crystal,nim,zig,v,odin,dmd,ldc2 writes:-o,--out,-of=,-femit-bin=
semgrep,bearer,checkov,trivy,grype,snyk loads:--external-checks-dir,--config,-f,--plugin writes:-o,--output
wine,wine64,mono,dotnet-exec,box64,qemu-x86_64,qemu-aarch64 operands:loads
protoc,buf loads:--plugin writes:--descriptor_set_out,-o
mosquitto_pub sends:-f
kcat,kafkacat sends:-l
tmux,byobu loads:-f
screen loads:-c
zellij loads:--config,--layout,--config-dir
makepkg,rpmbuild,dpkg-buildpackage,debuild,fpm loads:--config,--hook-dir,--rcfile,--before-install,--after-install helper:--pre-invoke,--hook
adb,fastboot acts:change-remote=uninstall|reboot|root|remount|sideload|disable-verity|flash|flashall|erase|format|oem|rm|wipe
jstack,jmap,jinfo,jdb,jhsdb,nethogs,iftop,bandwhich acts:trace-process
jcmd,rr acts:trace-process=attach|VM.system_properties|GC.heap_dump|Thread.print|JVMTI.agent_load
incrontab,fcrontab acts:persist=-e|-r|-u|-z
mokutil acts:system-change=--disable-validation|--enable-validation|--import|--delete|--reset|--password|--clear-password|-i|-d
direnv acts:run-helper=allow|permit|grant|edit
pm2,forever acts:service-change=start
pre-commit,lefthook,overcommit,simple-git-hooks acts:write-watched=install|uninstall|init-templatedir|add
husky acts:write-watched=install|add|set|uninstall|init
p4,bk,fossil acts:publish=submit|push|sync
hub,lab acts:publish=release|pull-request|gist
glab,tea acts:publish=snippet|publish operands:reads
kustomize acts:run-helper=--enable-exec|--enable-alpha-plugins
terraform,tofu other:stdin fetches:-from-module
yq,dasel,tomlq,xq,jaq edits:-i,--inplace,--in-place,-w,--write
xmlstarlet,xml edits:-L,--inplace
crudini,augtool,plutil,PlistBuddy edits:--set,--del,-replace,-insert,-remove,-c
prettier,black,ruff,gofmt,goimports,rustfmt,clang-format,autopep8,isort,shfmt,dos2unix,unix2dos,eol-converter edits:-w,-i,--write,--in-place,--fix,-l
sponge,tidy,xmllint,pdftk,qpdf,jpegoptim,optipng,exiv2,mogrify edits:-m,-modify,--replace-input,-o,--output,-overwrite_original
ffmpeg,ffprobe,sox,lame,pdftotext,pdfimages reads:-i
dc shell:-e~!,stdin~!
mysql,mariadb,mycli,pgcli,usql helper:--pager,--tee
coverage,kernprof,scalene,pyinstrument,viztracer,memray,py-spy,debugpy loads:--rcfile,-o operands:loads
sphinx-build,sphinx-autobuild,mkdocs,docusaurus,hugo,jekyll,eleventy,zola loads:-c,-f,--config,--config-file,--themesDir,-s,--source
tsc,vue-tsc,tsup loads:-p,--project
air,modd,reflex,guard,watchexec,entr loads:-c,-f,-G,--guardfile,-r
doppler,infisical,chamber,teller acts:read-secret=secrets|export|configs|read|env|show
stripe,twilio,sendgrid acts:read-secret=--list|profiles:list
heroku,flyctl,fly,railway,render,vercel,netlify acts:read-secret=auth:token|token|env:pull|env:list|config:get
gs-netcat,gsocket,blitz,websocketd,pwncat,rpty,upterm,sshx,dumbpipe,warpgate acts:remote-shell
kopia,zbackup,tarsnap,rdedup,bupstash acts:leak=create|backup|put|sync-to|-c
kubectl,oc acts:network=0.0.0.0
mkfile,xfs_mkfile acts:exhaust
schtasks,atrun,cronie,runwhen acts:persist
gdb,gdb-multiarch,lldb acts:trace-process=attach|-p|--pid
dotnet,rails,rake,mix,django-admin acts:destroy-remote=drop|db:migrate:reset|db:reset|db:drop|db:truncate_all|ecto.drop|ecto.reset|flush|reset_db
cargo shell:-s,--shell
buildctl acts:container-escape=security.insecure|network.host
go writes:-o
javac writes:-d
wget,wget2 writes:-o,-a
rsync shell:--rsync-path writes:--log-file,--backup-dir,--partial-dir,--temp-dir
script shell:-c,--command writes:-O,-I,-B,-T operands:writes
java,swift,runhaskell,runghc,escript,jbang,groovy,scala-cli,kotlin,dotnet-script,csi,fsi,shunit2,behave operands:loads
pwsh,powershell loads:-File,-file
xdg-open,gio,dex,open,kde-open,kde-open5,exo-open,gnome-open,run-mailcap,automator,osascript operands:scripts
debootstrap,pacstrap,dnf-bootstrap,mkosi operands:writes
stow,xstow acts:write-outside
chezmoi,yadm,rcup,rcdn,homeshick,dotbot,dotdrop,mackup acts:write-startup=apply|init|update|clone|install|link|restore|-d|add
kubectl,oc acts:install-global=krew
vagrant acts:install-global=plugin
heroku acts:change-remote=run|run:detached|ps:exec|pg:reset|pg:psql|pg:push
smartctl acts:system-change=-s|-t|-S|-o|--smart|--test
codecov,codecovcli,coveralls,sonar-scanner,sentry-cli acts:publish
kaggle,huggingface-cli,hf acts:publish=create|upload|version
kermit,sz,zssh acts:leak
bup,duplicacy acts:leak=save|backup
tcpserver,ipsvd,tcpsvd,udpsvd,socklog,faucet,tcpd,s6-tcpserver acts:remote-shell=sh|bash|zsh|dash|/bin/sh|/bin/bash
libreoffice,soffice,localc,lowriter helper:macro:,vnd.sun.star.script:
mix other:-e,--eval
runsv,runsvdir,svscan,s6-supervise,procmail operands:borrowed
`;

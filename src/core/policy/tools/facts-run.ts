/** Facts about tools of this family that are not rows yet. */
export const FACTS_RUN: string = `
tsx,ts-node,nodemon loads:-r,--require,--import,--compiler,--config
bun,deno loads:--preload,-r,--require,--import-map,--config,-c
ruby,irb,jruby loads:-r,-I
perl loads:-I
php loads:-c,-z,-d~auto_prepend_file=,-d~auto_append_file=,-d~extension=,-d~zend_extension=
lua,luajit loads:-l
ipython loads:--ext,--profile-dir,--config,--notebook-dir python:-c
kotlin,scala,jshell loads:-javaagent:,-agentpath:,-jar,--startup
valgrind writes:--log-file,--xml-file,--callgrind-out-file,--massif-out-file,--cachegrind-out-file
clojure,clj,bb other:-e,--eval
gdb,lldb,rr loads:-x,--command,-s,--source,-S,-iex~source,-ex~source
perf writes:-o,--output
strace,ltrace writes:-o,--output
heaptrack writes:-d,--data,-o
chef-apply loads:-c,--config-dir,--config,--modulepath,--file-root
zsh,fish,ksh,mksh,nu,xonsh,elvish loads:--rcs,--init-file,--rc,-C,--config
entr,watchexec shell:-c,--command,--exec
tmux loads:-f
screen loads:-c
rr acts:trace-process=attach|VM.system_properties|GC.heap_dump|Thread.print|JVMTI.agent_load
direnv acts:run-helper=allow|permit|grant|edit
watchexec,entr loads:-c,-f,-G,--guardfile,-r
doppler,infisical acts:read-secret=secrets|export|configs|read|env|show
gdb,lldb acts:trace-process=attach|-p|--pid
script shell:-c,--command writes:-O,-I,-B,-T operands:writes
groovy,kotlin,csi operands:loads
pwsh,powershell loads:-File,-file
osascript operands:scripts
`;

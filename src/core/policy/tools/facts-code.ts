/** Facts about tools of this family that are not rows yet. */
export const FACTS_CODE: string = `
gradle,gradlew loads:-I,--init-script,-b,--build-file,-c,--settings-file,-p,--project-dir
mvn,mvnw loads:-f,--file,-s,--settings,-gs,--global-settings,-Dmaven.ext.class.path= shell:-Dexec.executable=,-Dexec.commandlineArgs=
ant loads:-f,-file,-buildfile,-lib,-propertyfile
ninja loads:-f
task loads:-t,--taskfile,-d,--dir
invoke,inv loads:-c,--collection,-r,--search-root,-f,--config
rake loads:-f,--rakefile,-r,--require,-R,-I ruby:-e,-E,-p,--execute,--execute-print,--execute-continue
scons loads:-f,--file,--sconstruct,-C,--site-dir
just loads:-f,--justfile shell:--shell
bazel loads:--bazelrc helper:--run_under,--workspace_status_command,--script_path
buck2 loads:--config-file
meson loads:--native-file,--cross-file
tup,waf,xmake,premake5 loads:--file,--scripts,--top
gulp,grunt loads:-f,--gulpfile,--gruntfile,-r,--require
pip,pip3,npm,pnpm,yarn,gem,luarocks,cpanm operands:borrowed
tox,nox loads:--rcfile,--init-hook,--load-plugins,-f,--noxfile python:--init-hook
clang,clang++,gcc,g++,cc,c++ loads:-fplugin=,-fpass-plugin=,-specs=,--config= writes:-MF,-dumpdir
ld loads:-plugin,--plugin
dotnet,rails,rake,mix acts:destroy-remote=drop|db:migrate:reset|db:reset|db:drop|db:truncate_all|ecto.drop|ecto.reset|flush|reset_db
cargo shell:-s,--shell
go writes:-o
mix other:-e,--eval
`;

/** Facts about tools of this family that are not rows yet. */
export const FACTS_MACHINE: string = `
openvpn helper:--up,--down,--route-up,--route-pre-down,--ipchange,--tls-verify,--auth-user-pass-verify,--client-connect,--client-disconnect,--learn-address loads:--plugin,--config
sshd loads:-f
rdiff-backup,duplicity helper:--remote-schema,--rsync-options,--gpg-binary operands:writes
restic,kopia writes:--target,-t helper:-o~sftp.command=,--password-command
borg helper:--rsh,--remote-path
lsyncd loads:-c
scrub,nwipe operands:deletes
fail2ban-client,pm2,forever loads:-c,--conf,--configuration
logrotate,cron,crond,systemd-tmpfiles loads:-c,-f
mosquitto_pub sends:-f
kcat,kafkacat sends:-l
fastboot acts:change-remote=uninstall|reboot|root|remount|sideload|disable-verity|flash|flashall|erase|format|oem|rm|wipe
fcrontab acts:persist=-e|-r|-u|-z
pm2,forever acts:service-change=start
py-spy loads:--rcfile,-o operands:loads
pwncat,upterm acts:remote-shell
kopia,zbackup,tarsnap acts:leak=create|backup|put|sync-to|-c
cronie acts:persist
bup,duplicacy acts:leak=save|backup
`;

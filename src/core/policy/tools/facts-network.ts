/** Facts about tools of this family that are not rows yet. */
export const FACTS_NETWORK: string = `
yt-dlp,youtube-dl shell:--exec,--exec-before-download,--netrc-cmd helper:--downloader,--external-downloader loads:--config-location,--config-locations,--plugin-dirs,--ffmpeg-location reads:--cookies,-a,--batch-file,--netrc-location
aria2c helper:--on-download-complete,--on-download-start,--on-download-error,--on-download-stop,--on-bt-download-complete loads:--conf-path reads:-i,--input-file
tcpdump helper:-z writes:-w reads:-r,-F
tshark,wireshark loads:-X~lua_script: writes:-w reads:-r
nmap loads:--script,--datadir writes:-oN,-oX,-oG,-oA,-oS reads:-iL
rclone helper:--password-command,--header-upload loads:--config
mutt,s-nail,mail,mailx helper:-e~set,-S~sendmail= loads:-F sends:-a,-A
wget,wget2 helper:--use-askpass loads:--config,-e~use_askpass=
http,https,xh,httpie loads:--session,--session-read-only,--config writes:-o,--output,--download-dir
wget,wget2 writes:-o,-a
`;

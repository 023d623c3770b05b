/** Facts about tools of this family that are not rows yet. */
export const FACTS_FILES: string = `
ar,ranlib,objcopy,strip loads:-plugin,--plugin
openssl loads:-engine,-provider-path,-config,-t writes:-out,-keyout,-CAserial
gpg,gpg2 helper:--photo-viewer,--agent-program,--dirmngr-program,--pinentry-program writes:-o,--output
7zz,bsdtar,unrar writes:-d,-dest,-o,-output-directory,--directory,-C
srm,wipe operands:deletes
bat,batcat,delta shell:--pager
less,most,more loads:--lesskey-file,--lesskey-src,-k writes:-o,-O,--log-file,--LOG-FILE
nano,pico helper:-s,--speller loads:-f,--rcfile writes:-C,--backupdir
emacs,emacsclient loads:-l,--load,-L,--directory,--script,--init-directory other:--eval,--execute,-eval,-execute
kak,hx,micro,joe shell:-e~!,-E~!,-ui~%sh loads:-c,--config,-config-dir
yq,dasel,tomlq,xq,jaq edits:-i,--inplace,--in-place,-w,--write
xmlstarlet edits:-L,--inplace
sponge,xmllint edits:-m,-modify,--replace-input,-o,--output,-overwrite_original
ffmpeg reads:-i
dc shell:-e~!,stdin~!
chamber acts:read-secret=secrets|export|configs|read|env|show
rsync shell:--rsync-path writes:--log-file,--backup-dir,--partial-dir,--temp-dir
xdg-open,gio,open operands:scripts
`;

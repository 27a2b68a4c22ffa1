import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, isRoot } from '#server/db/embedded/account.ts'

/** Where the server leaves each finished file of its write-ahead log for the process that archives it. */
export const spoolIn = (home: string) => join(home, 'archiving')

/** Where a recovering server asks for files of the archive. */
export const requestsIn = (home: string) => join(home, 'recovering')

/** A folder for the account that runs the server; we are it, or root. */
export function sharedFolder(folder: string, { uid, gid }: Account) {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  if (isRoot()) chownSync(folder, uid, gid)
  return folder
}

/** After how many seconds a file of the log is finished, however little stands in it. */
const finishedAfter = 30

/**
 * The settings of a server that hands its log over. It runs the command as its own account, which can read neither the
 * key of the backups nor their folder; PostgreSQL tries again what fails.
 */
export const archiveSettings = (spool: string) => ({
  archive_mode: 'on',
  archive_timeout: `${finishedAfter}`,
  archive_command: `cd ${quoted(spool)} && rm -f "%f.part" && { dd if="$OLDPWD/%p" of="%f.part" bs=1M conv=fsync 2>/dev/null || cp "$OLDPWD/%p" "%f.part"; } && mv "%f.part" "%f"`,
})

/**
 * The setting of a server that recovers: it asks for a file by one of that name and `.wanted`, and waits until that is
 * gone. When it is gone and no file came, the archive has none.
 */
export const fetchCommand = (home: string) =>
  `w=${quoted(requestsIn(home))}/%f; : > "$w.wanted"; while [ -e "$w.wanted" ] && kill -0 $PPID; do sleep 0.01; done; mv "$w" "%p" 2>/dev/null`

// For the shell, and PostgreSQL itself replaces what follows a per cent sign.
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

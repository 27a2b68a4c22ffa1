import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, isRoot } from './account.ts'

/** The folder in which the server puts each finished file of its write-ahead log, for the process that archives it. */
export const spoolIn = (home: string) => join(home, 'archiving')

/** The folder in which a recovering server requests files of the archive. */
export const requestsIn = (home: string) => join(home, 'recovering')

/** Creates a folder for the account that runs the server. This process runs as the same account or as root. */
export function sharedFolder(folder: string, { uid, gid }: Account) {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  if (isRoot()) chownSync(folder, uid, gid)
  return folder
}

/** After this many seconds, a file of the log is finished even if it contains little. */
const finishedAfter = 30

/**
 * The settings of a server whose log is archived. The server runs the command with its own account, which can read neither the
 * key nor the folder of the backups. PostgreSQL repeats a command that fails.
 */
export const archiveSettings = (spool: string) => ({
  archive_mode: 'on',
  archive_timeout: `${finishedAfter}`,
  archive_command: `cd ${quoted(spool)} && rm -f "%f.part" && { dd if="$OLDPWD/%p" of="%f.part" bs=1M conv=fsync 2>/dev/null || cp "$OLDPWD/%p" "%f.part"; } && mv "%f.part" "%f"`,
})

/**
 * The setting of a server that recovers. It requests a file by creating one with its name and `.wanted`, and waits until that
 * is removed. If it was removed and the file is missing, the archive has no such file.
 */
export const fetchCommand = (home: string) =>
  `w=${quoted(requestsIn(home))}/%f; : > "$w.wanted"; while [ -e "$w.wanted" ] && kill -0 $PPID; do sleep 0.01; done; mv "$w" "%p" 2>/dev/null`

// Escaped for the shell; PostgreSQL itself replaces the character after a percent sign.
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

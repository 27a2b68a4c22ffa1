import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const shells = /^(-?|.*\/)(sh|dash|bash|ash|zsh|ksh)$/

/**
 * Stops this process in an orderly way when the npm that started it has ended. A killed npm forwards no Ctrl-C, and
 * this process would keep the port and the data in use without anybody noticing.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  // npm starts a shell, and some shells remain as a process between npm and this one.
  const between = shells.test(about(parent).name)
  const npm = between ? about(parent).parent : parent
  const isGone = () => process.ppid !== parent || (between && !isParent(npm, parent))

  const watch = setInterval(() => {
    if (!isGone()) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

// On Linux it is cheap to query the parent of the shell, which also detects an npm that was killed and is still a
// zombie.
const isParent = (npm, shell) => (process.platform === 'linux' ? about(shell).parent === npm : isAlive(npm))

function about(pid) {
  if (process.platform !== 'linux') {
    const [parent, ...name] = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', `${pid}`], { encoding: 'utf8' })
      .stdout.trim()
      .split(/\s+/)
    return { parent: Number(parent), name: name.join(' ') }
  }
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { parent: Number(parent), name: name ?? '' }
  } catch {
    return { parent: 0, name: '' }
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

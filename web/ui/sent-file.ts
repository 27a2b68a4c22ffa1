import { Unanswered } from '#web/lib/in-time.ts'
import { acrossSessions } from '#web/lib/session-end.ts'

type Upload = {
  path: string
  fields: Record<string, string>
  file: Blob
  /** The name of the part; the server does not store it. */
  name: string
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** Sends a file; `onProgress` gets 0 to 1. Returns the server's answer, still in wire names; throws its sentence. */
export const sentFile = (upload: Upload) => acrossSessions(() => sentOnce(upload), upload.signal)

const sentOnce = ({ path, fields, file, name, signal, onProgress }: Upload) =>
  new Promise<unknown>((done, failed) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('File', file, name)

    // Not fetch, because it does not report how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', `/${path}`)
    request.setRequestHeader('accept', 'application/json, application/problem+json')
    request.setRequestHeader('idempotency-key', crypto.randomUUID())
    // Longer than the server is silent while it processes a file. Every part that is sent restarts it.
    let timer = setTimeout(giveUp, silence)
    function giveUp() {
      failed(new Unanswered('No answer came'))
      request.abort()
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(timer)
    request.onerror = () => failed(unsent(0, ''))
    request.onabort = () => failed(signal.reason as Error)
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status === 200) return done(answer)
      const { detail = '', ...more } = (answer ?? {}) as { detail?: string }
      failed(Object.assign(unsent(request.status, detail), { more }))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

/** In ms: the longest time of an import, plus the transfer. */
const silence = 75_000

/** Why a file did not arrive or cannot be used: the server's sentence, or '', with its status. */
export const unsent = (status: number, sentence: string) => Object.assign(new Error(sentence), { status })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

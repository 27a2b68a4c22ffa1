/** Most bytes of one upload, and what a file is called that can be read as a table. */
export const largest = 20 * 1024 * 1024
export const accepted = '.csv,.tsv,.txt,.xlsx,.zip'

type Upload = {
  path: string
  fields: Record<string, string>
  file: Blob
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** Sends a file; `onProgress` hears from 0 to 1. Answers what the server answered, still on the wire; throws its sentence. */
export const sent = ({ path, fields, file, signal, onProgress }: Upload) =>
  new Promise<unknown>((done, failed) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('File', file, 'table')

    // Not fetch: it does not tell how much has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', `/${path}`)
    request.setRequestHeader('accept', 'application/json, application/problem+json')
    request.setRequestHeader('idempotency-key', crypto.randomUUID())
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => failed(refusal(0, ''))
    request.onabort = () => failed(signal.reason as Error)
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status === 200) return done(answer)
      failed(refusal(request.status, (answer as { detail?: string } | null)?.detail ?? ''))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

/** Why a file cannot be an import, before any of it is sent; null when it may be. The sentences are the server's own. */
export function unfit({ name, size }: { name: string; size: number }) {
  if (!accepted.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return 'kind'
  if (size > largest) return 'large'
  return size === 0 ? 'empty' : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refusal = (status: number, sentence: string) => Object.assign(new Error(sentence), { status })

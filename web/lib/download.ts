import { Refused } from '#contract/language/caller.ts'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { inTime } from './in-time.ts'

/** Fetches what an operation gives as a file, and hands it to the browser to keep. Throws the server's sentence. */
export async function downloaded<O extends Operation>(operation: O, input: InputOf<O>) {
  await inTime((signal, begun) => fetched(operation, input, signal, begun), {
    lasts: operation.lasts,
    rest: 5 * 60_000,
  })
}

async function fetched<O extends Operation>(operation: O, input: InputOf<O>, signal: AbortSignal, begun: () => void) {
  const answer = await fetch(`/${operation.path}`, {
    method: 'POST',
    signal,
    credentials: 'same-origin',
    headers: {
      accept: [...operation.gives, 'application/problem+json'].join(', '),
      'content-type': 'application/json',
    },
    body: JSON.stringify(toWire(operation.input, input)),
  })
  begun()
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { detail?: string } | null
    throw new Refused(answer.status, problem?.detail ?? 'Something went wrong')
  }
  keepFile(await answer.blob(), nameIn(answer.headers.get('content-disposition') ?? ''))
}

/** Hands a file to the browser to keep. */
export function keepFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers begin to read it only after this call.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The file's name as the server gave it, which may be Arabic. */
function nameIn(disposition: string) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition)?.[1] ?? '')
}

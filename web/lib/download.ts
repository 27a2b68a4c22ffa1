import { Refused } from '#contract/language/caller.ts'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { inTime } from './in-time.ts'
import { acrossSessions } from './session-end.ts'

/** Downloads the answer of an operation as a file. Throws the server's refusal. */
export async function downloaded<O extends Operation>(operation: O, input: InputOf<O>) {
  await acrossSessions(() =>
    inTime((signal, begun) => fetched(operation, input, signal, begun), { lasts: operation.lasts, rest: 5 * 60_000 }),
  )
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

/** Saves a file through the browser. */
export function keepFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Later, because some browsers start to read the file only after this call.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The file name that the server sent, which may be in Arabic. */
function nameIn(disposition: string) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition)?.[1] ?? '')
}

import type { SignIns } from './demo.ts'

/** What `npm start` prints when everything runs. */
export function greeting(address: string, demo: SignIns | null) {
  const lines = ['', `Kashkool is ready: ${address}`, '']
  if (demo) {
    const width = Math.max(...demo.people.map(({ who }) => who.length))
    lines.push(`Demo sign-ins (password: ${demo.password})`)
    lines.push(...demo.people.map(({ who, phone }) => `  ${phone}  ${who.padEnd(width)}`.trimEnd()), '')
  }
  return [...lines, 'Stop with Ctrl-C.', ''].join('\n')
}

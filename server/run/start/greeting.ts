import type { SignIns } from './demo.ts'

/** What `npm start` prints when everything runs. `printsCodes`: whether SMS are printed here instead of being sent. */
export function greeting(address: string, demo: SignIns | null, printsCodes: boolean) {
  const lines = ['', `Kashkool is ready: ${address}`, '']
  if (demo) {
    const width = Math.max(...demo.people.map(({ who }) => who.length))
    lines.push(`Demo sign-ins (password: ${demo.password})`)
    lines.push(...demo.people.map(({ who, phone }) => `  ${phone}  ${who.padEnd(width)}`.trimEnd()), '')
  }
  if (printsCodes) lines.push('The codes of new accounts appear in this terminal, because SMS_DELIVERY is console.', '')
  return [...lines, 'Stop with Ctrl-C.', ''].join('\n')
}

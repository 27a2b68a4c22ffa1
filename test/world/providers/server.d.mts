export type OutsideAccount = { sub: string; name: string; email: string; [claim: string]: unknown }
export function startProvider(options: {
  port?: number
  origins: readonly string[]
  accounts: readonly OutsideAccount[]
  title?: string
}): Promise<{ issuer: string; port: number; stop: () => Promise<void> }>

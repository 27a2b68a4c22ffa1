export const moods: string[]
export function startGateway(options?: { port?: number; late?: number; slow?: number; next?: number }): Promise<{
  port: number
  state: {
    mood: string
    orders: Map<string, { id: string; mood?: string; transactions: unknown[] }>
    sent: { order: string; kind: string; status: number }[]
  }
  stop: () => Promise<void>
}>

export const wholeServers: string[]
export const dayless: string[]

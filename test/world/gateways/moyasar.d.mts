export function moyasarKeys(secretKey: string): Record<string, string>

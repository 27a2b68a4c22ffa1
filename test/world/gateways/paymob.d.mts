export function paymobKeys(secretKey: string): Record<string, string>

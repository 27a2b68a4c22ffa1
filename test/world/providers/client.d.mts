export const clientOfDemo: { id: string; secret: string }

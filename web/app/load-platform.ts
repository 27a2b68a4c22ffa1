import { codeWithTexts } from '#web/lib/i18n.ts'

/** Fetched only when a person of the platform needs it. */
export const loadPlatform = () => codeWithTexts(() => import('./platform.tsx'), '.platform')

export type PlatformScreens = Awaited<ReturnType<typeof loadPlatform>>['platformScreens']

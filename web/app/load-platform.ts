import { withTexts } from '#web/lib/i18n.ts'

/** Fetched only when a person of the platform needs it. */
export const loadPlatform = async () => {
  const [platform] = await Promise.all([import('./platform.tsx'), withTexts('.platform')])
  return platform
}

export type PlatformScreens = Awaited<ReturnType<typeof loadPlatform>>['platformScreens']

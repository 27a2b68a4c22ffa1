import { withTexts } from '#web/lib/i18n.ts'

/** What only people of the platform open is fetched when one of them needs it. */
export const loadPlatform = async () => {
  const [platform] = await Promise.all([import('./platform.tsx'), withTexts('.platform')])
  return platform
}

export type PlatformScreens = Awaited<ReturnType<typeof loadPlatform>>['platformScreens']

/** What only people of the platform open is fetched when one of them needs it. */
export const loadPlatform = () => import('./platform.tsx')

export type PlatformScreens = Awaited<ReturnType<typeof loadPlatform>>['platformScreens']

import { useSyncExternalStore } from 'react'
import { useStore } from './store.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Keeps the page in the chosen theme; 'system' follows the device. */
export function startTheme() {
  const show = () => {
    const theme = themeShown(useStore.getState().appSettings.theme, isDeviceDark())
    document.documentElement.dataset.theme = theme
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme === 'dark' ? '#17232b' : '#fffdf8')
  }
  followDevice(show)
  useStore.subscribe(show)
  show()
}

/** The theme in use: 'system' follows the device. */
function themeShown(theme: Theme, deviceIsDark: boolean) {
  if (theme !== 'system') return theme
  return deviceIsDark ? 'dark' : 'light'
}

/** The theme that is shown now, and a function that switches to the other one. */
export function useTheme() {
  const chosen = useStore((root) => root.appSettings.theme)
  const seen = themeShown(chosen, useSyncExternalStore(followDevice, isDeviceDark))
  return { seen, turn: () => useStore.getState().setAppSettings({ theme: seen === 'dark' ? 'light' : 'dark' }) }
}

const deviceTheme = () => matchMedia('(prefers-color-scheme: dark)')

const isDeviceDark = () => deviceTheme().matches

function followDevice(listener: () => void) {
  const device = deviceTheme()
  device.addEventListener('change', listener)
  return () => device.removeEventListener('change', listener)
}

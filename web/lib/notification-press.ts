/**
 * A pressed notification makes the open page navigate to what it is about (public/sw.js). The page navigates itself; reloading it
 * would lose unsaved work, such as a register.
 */
export function followPresses(go: (to: string) => void) {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (data.open === undefined) return
    ports[0]?.postMessage('goes')
    go(data.open)
  })
}

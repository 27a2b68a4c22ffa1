/**
 * A notification that is pressed leads the open page to what it is about (public/sw.js). The page goes there itself: loaded anew,
 * it would lose what is begun in it, such as a register.
 */
export function followPresses(go: (to: string) => void) {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (data.open === undefined) return
    ports[0]?.postMessage('goes')
    go(data.open)
  })
}

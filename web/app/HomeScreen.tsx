import { lazy, useState } from 'react'
import { part } from '#web/ui/part.tsx'
import { useSession } from '#web/lib/session.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { loadedSignedIn, loadSignedIn } from './load-signed-in.ts'
import { Visitor } from './Visitor.tsx'

// Visitors do not load what they never see.
const LazyOwnDay = lazy(part(async () => (await loadSignedIn()).OwnDay))

/** Home: the day of the signed-in person. For a visitor: what Kashkool is, and the schools. */
export function HomeScreen() {
  const { status } = useSession()
  const [OwnDay] = useState(() => loadedSignedIn()?.OwnDay ?? LazyOwnDay)
  if (status === 'out') return <Visitor />
  if (status === 'loading') return toCome
  return (
    <LazyPart fallback={toCome}>
      <OwnDay />
    </LazyPart>
  )
}

const toCome = (
  <Screen title="">
    <Loading as="cards" count={3} />
  </Screen>
)

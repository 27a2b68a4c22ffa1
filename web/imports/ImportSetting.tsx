import { useSearchParams } from 'react-router'
import { isId } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useFocusOn } from './focus.ts'
import { OneImport } from './OneImport.tsx'
import { StartImport } from './StartImport.tsx'

/** Students by the thousand, from a table. Which import, and how far, stands in the address: it can be left and come back to. */
export function ImportSetting({ school }: { school: OwnSchool }) {
  const [query] = useSearchParams()
  const id = query.get('import') ?? undefined
  useFocusOn(id)
  return isId(id) ? <OneImport key={id} importId={id} /> : <StartImport school={school} />
}

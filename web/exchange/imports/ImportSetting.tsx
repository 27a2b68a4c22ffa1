import { useSearchParams } from 'react-router'
import { isId } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useFocusOn } from './focus.ts'
import { OneImport } from './OneImport.tsx'
import { StartImport } from './StartImport.tsx'

/**
 * Imports thousands of students from a table. The import and its step are in the address, so people can leave it and come back.
 */
export function ImportSetting({ school }: { school: OwnSchool }) {
  const [query] = useSearchParams()
  const id = query.get('import') ?? undefined
  useFocusOn(id)
  return isId(id) ? <OneImport key={id} importId={id} /> : <StartImport school={school} />
}

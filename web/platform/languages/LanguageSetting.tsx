import { Languages } from 'lucide-react'
import { useState } from 'react'
import { AssignedLanguage, languages } from '#contract/platform/languages/languages.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { languageName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'

/** The languages a school teaches in: assign, remove what was assigned by mistake. */
export function LanguageSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const query = useRead(languages.list, { schoolId: school.id })
  const all = useRead(reference.languages, {}).data ?? []
  const [assigning, setAssigning] = useState(false)
  const mayAssign = useMay(languages.assign)
  const mayRemove = useMay(languages.remove)
  const remove = useChange(languages.remove)

  const assigned = new Set(query.data?.map(({ id }) => id))
  const left = all.filter(({ id }) => !assigned.has(id))
  const items = left.map(({ id, name }) => ({ value: id, label: languageName(t, name) }))

  return (
    <RecordList
      of="language"
      listQuery={query}
      tools={<ExportButton list={languages.list} input={{ schoolId: school.id }} />}
      words={({ name, description }) => [name, languageName(t, name), description]}
      line={(language) => (
        <RecordRow
          icon={<Languages className="size-5 shrink-0 text-primary" aria-hidden="true" />}
          name={languageName(t, language.name)}
          more={language.description}
        >
          {mayRemove && (
            <RemoveButton
              name={languageName(t, language.name)}
              run={() => remove({ schoolId: school.id, languageId: language.id })}
            />
          )}
        </RecordRow>
      )}
      onAdd={mayAssign && left.length > 0 && (() => setAssigning(true))}
    >
      {assigning && (
        <LazyEditDialog
          of="language"
          fields={[{ name: 'languageId', kind: 'choice', items }]}
          schema={AssignedLanguage}
          start={{ schoolId: school.id }}
          row={null}
          add={languages.assign}
          onClose={() => setAssigning(false)}
        />
      )}
    </RecordList>
  )
}

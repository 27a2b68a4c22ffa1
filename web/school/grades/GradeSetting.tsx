import { ArrowUpDown } from 'lucide-react'
import { lazy, useState } from 'react'
import { grades, NewGrade } from '#contract/school/grades/grades.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { useAddingSeveral } from '#web/records/adding.ts'
import { AddSeveral } from '#web/records/AddSeveral.tsx'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field } from '#web/records/fields.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'

const loadGradeOrder = part(async () => (await import('./GradeOrder.tsx')).GradeOrder)
const GradeOrder = lazy(loadGradeOrder)

type Grade = OutputOf<typeof grades.get>

const fields: Field[] = [{ name: 'name' }, { name: 'notes', kind: 'lines' }]

/** The grades of a school: list, add, add several, edit, put into an order. */
export function GradeSetting({ school }: { school: OwnSchool }) {
  const query = useRead(grades.list, { schoolId: school.id })
  const form = { of: 'grade', fields, schema: NewGrade, start: { schoolId: school.id } }
  const { t } = useTranslation()
  const mayOrder = useMay(grades.setOrder)
  const [ordering, setOrdering] = useState(false)
  usePrefetch(loadGradeOrder)
  const several = useAddingSeveral(grades.addSeveral)
  const { onAdd, pencil, dialog } = useEditing<Grade>(form, grades)

  if (several.isAdding) return <AddSeveral {...form} add={grades.addSeveral} onClose={several.stop} />
  return (
    <RecordList
      of="grade"
      listQuery={query}
      tools={
        <>
          {mayOrder && (query.data?.length ?? 0) > 1 && (
            <Button
              short
              icon={<ArrowUpDown className="size-5" aria-hidden="true" />}
              onClick={() => setOrdering(true)}
            >
              {t('settings.grade.order')}
            </Button>
          )}
          <ExportButton list={grades.list} input={{ schoolId: school.id }} />
        </>
      }
      words={words}
      line={(grade) => (
        <RecordRow name={grade.name} toned more={grade.notes}>
          {pencil(grade, grade.name)}
        </RecordRow>
      )}
      onAdd={onAdd}
      onAddSeveral={several.start}
    >
      {dialog}
      {ordering && query.data && (
        <LazyPart onClose={() => setOrdering(false)}>
          <GradeOrder schoolId={school.id} rows={query.data} onClose={() => setOrdering(false)} />
        </LazyPart>
      )}
    </RecordList>
  )
}

const words = ({ name, notes }: Grade) => [name, notes]

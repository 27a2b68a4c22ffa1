import { studentParents } from '#contract/people/parents/student-parents.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Failed } from '#web/ui/States.tsx'
import { ParentRights } from './ParentRights.tsx'

/** What the school lets the reader do as a parent of this child. */
export function OwnLink({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentParents.list, { studentId })
  if (!data) return error && <Failed error={error} again={refetch} />
  return data.map((own) => (
    <Card key={own.parentId} className="mt-5 space-y-3">
      <h2 className="text-base">{t('parentRights.own')}</h2>
      <ParentRights parent={own} />
      <p className="text-sm text-muted">{t('parentRights.ask')}</p>
    </Card>
  ))
}

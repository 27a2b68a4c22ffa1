import { parents } from '#contract/people/parents/parents.ts'
import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ChildRecord } from './ChildRecord.tsx'

/** Is all still right? The records of all children of a parent in turn, which one tap confirms. */
export function RecordsOfChildren() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(parents.children, {})
  const { mutateAsync: confirm } = useWrite(recordProposals.confirm)
  const { saving, save } = useSaving()
  const here = data?.filter(({ leftOn }) => leftOn === null)
  return (
    <Screen narrow title={t('corrections.stillRight')}>
      <RowStates rows={here} error={error} again={refetch} count={4} empty={<Empty sentence={t('children.empty')} />}>
        {(children) => (
          <div className="space-y-8">
            {children.map(({ studentId, studentName }) => (
              <section key={studentId} className="space-y-2" aria-label={studentName}>
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <h2 className="text-lg">
                    <Bdi>{studentName}</Bdi>
                  </h2>
                  <LinkButton tone="quiet" to={paths.student(studentId, 'parent', 'record')}>
                    {t('corrections.safety')}
                  </LinkButton>
                </div>
                <ChildRecord studentId={studentId} asks={false} />
              </section>
            ))}
            <div className="flex justify-end">
              <Button
                tone="primary"
                disabled={saving}
                onClick={() =>
                  void save(
                    () => confirm({ studentIds: children.map(({ studentId }) => studentId) }),
                    t('corrections.confirmed'),
                  )
                }
              >
                {t('corrections.confirm')}
              </Button>
            </div>
          </div>
        )}
      </RowStates>
    </Screen>
  )
}

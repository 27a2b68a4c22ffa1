import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { askWho } from '#web/lib/session.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { FindPerson, foundName, type FoundPerson } from '#web/records/FindPerson.tsx'
import { FoundRow } from '#web/records/FoundRow.tsx'

type Props = { school: OutputOf<typeof schools.get> }

/** The administrator makes another manager of the school its administrator: found by phone, with a confirmation. */
export function HandOver({ school }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<FoundPerson | null>(null)
  const update = useChange(schoolSettings.update)

  async function handOver(person: FoundPerson) {
    await update({ id: school.id, adminId: person.id, baseVersion: school.version })
    await askWho()
    toast({ title: t('settings.schoolInfo.handedOver') })
  }

  return (
    <Card>
      <h2 className="text-lg">{t('settings.schoolInfo.handOver')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('settings.schoolInfo.handOverHint')}</p>
      <FindPerson label="settings.schoolInfo.managerPhone" onFound={setFound} />
      {found && (
        <FoundRow person={found}>
          <AskFirst
            title={t('settings.schoolInfo.handOverAsk', {
              name: isolated(foundName(found) || t('settings.teachers.unnamed')),
            })}
            description={t('settings.schoolInfo.handOverMeans')}
            submit={t('settings.schoolInfo.handOver')}
            run={() => handOver(found)}
            danger
          >
            {(ask, busy) => (
              <Button onClick={ask} disabled={busy}>
                {t('settings.schoolInfo.handOver')}
              </Button>
            )}
          </AskFirst>
        </FoundRow>
      )}
    </Card>
  )
}

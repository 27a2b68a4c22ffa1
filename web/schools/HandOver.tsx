import { useState } from 'react'
import * as z from 'zod/mini'
import { Phone11 } from '#contract/fields.ts'
import type { OutputOf } from '#contract/operation.ts'
import { schoolSettings } from '#contract/school-settings.ts'
import type { schools } from '#contract/schools.ts'
import { users } from '#contract/users.ts'
import { call } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { askWho } from '#web/lib/session.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PhoneField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { toast } from '#web/ui/toast.ts'
import { AskFirst } from '#web/settings/AskFirst.tsx'
import { useChange } from '#web/settings/change.ts'

type Props = { school: OutputOf<typeof schools.get> }
type Person = NonNullable<OutputOf<typeof users.byPhone>>

const ByPhone = z.strictObject({ phoneNumber: Phone11 })

/** The school's administrator makes another manager of it the administrator: found by phone, asked once more. */
export function HandOver({ school }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<Person | null>(null)
  const update = useChange(schoolSettings.update)

  async function find(values: { phoneNumber: string }) {
    setFound(null)
    const person = await call(users.byPhone, values)
    if (person) setFound(person)
    else toast({ title: t('settings.enterPhone'), tone: 'danger' })
  }

  async function handOver(person: Person) {
    await update({ id: school.id, adminId: person.id, baseVersion: school.version })
    await askWho()
    toast({ title: t('settings.schoolInfo.handedOver') })
  }

  const name = found && `${found.firstName} ${found.lastName}`
  return (
    <Card>
      <h2 className="text-lg">{t('settings.schoolInfo.handOver')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('settings.schoolInfo.handOverHint')}</p>
      <Form schema={ByPhone} start={{ phoneNumber: '' }} save={find} submit="settings.find">
        <PhoneField name="phoneNumber" label="settings.schoolInfo.managerPhone" autoComplete="off" />
      </Form>
      {found && name && (
        <div className="mt-5 flex flex-wrap items-center gap-4 border-t border-line pt-5">
          <Avatar names={[found.firstName, found.lastName]} src={found.imageUrl} />
          <p className="min-w-0 flex-1 font-semibold">
            <Bdi>{name}</Bdi>
          </p>
          <AskFirst
            title={t('settings.schoolInfo.handOverAsk', { name: isolated(name) })}
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
        </div>
      )}
    </Card>
  )
}

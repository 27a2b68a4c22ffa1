import { useState } from 'react'
import * as z from 'zod/mini'
import { Bool, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { type WebhookEvent, webhookEvents, webhooks } from '#contract/platform/connections/webhooks.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { noProof, ProofField, useProof } from './proof.tsx'
import type { Webhook } from './webhook.ts'

const WebhookForm = z.object({
  hookName: NameOf(2, 60),
  url: Text(10, 500),
  active: Bool,
  ...proofAgain,
})
type Proof = { otpCode: string; password: string }
type Typed = { hookName: string; url: string; active: boolean } & Proof

/** Adds a webhook or changes it; a secret is shown here, once. */
export function EditWebhook({
  school,
  hook,
  onClose,
}: {
  school: OwnSchool
  hook: Webhook | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const add = useChange(webhooks.add)
  const update = useChange(webhooks.update)
  const start = hook?.events ?? (['student.changed'] as const)
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(start))
  const [secret, setSecret] = useState<string | null>(null)
  const { needed, asking } = useProof()

  async function save({ active, ...typed }: Typed) {
    const values = { schoolId: school.id, events: [...events], ...typed }
    if (!hook) return setSecret((await add(values)).secret)
    await update({ ...values, webhookId: hook.id, active, baseVersion: hook.version })
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(hook ? 'settings.webhook.edit' : 'settings.webhook.add')}
      description={t(secret === null ? 'settings.webhook.addMeans' : 'settings.webhook.once')}
    >
      {secret === null ? (
        <>
          <Form<Typed>
            schema={WebhookForm}
            start={{ hookName: hook?.hookName ?? '', url: hook?.url ?? '', active: hook?.active ?? true, ...noProof }}
            submit={hook ? 'settings.webhook.save' : 'settings.webhook.make'}
            beside={<DialogCancel />}
            also={{
              value: [...events],
              start: [...start],
              put: (value) => setEvents(new Set(value as WebhookEvent[])),
            }}
            save={(typed) => asking(() => save(typed))}
          >
            <TextField name="hookName" label="settings.webhook.hookName" hint="settings.webhook.hookNameHint" />
            <TextField name="url" label="settings.webhook.url" hint="settings.webhook.urlHint" dir="ltr" />
            <fieldset>
              <legend className="mb-1.5 font-medium">{t('settings.webhook.events')}</legend>
              {webhookEvents.map((event) => (
                <Tick
                  key={event}
                  label={t(`settings.webhook.event.${event}`)}
                  checked={events.has(event)}
                  onChange={(is) =>
                    setEvents(new Set(webhookEvents.filter((one) => (one === event ? is : events.has(one)))))
                  }
                />
              ))}
            </fieldset>
            {hook && <CheckField name="active" label="settings.webhook.active" hint="settings.webhook.activeMeans" />}
            <ProofField needed={needed} />
          </Form>
          {hook && <Further school={school} hook={hook} onSecret={setSecret} onClose={onClose} />}
        </>
      ) : (
        <div className="space-y-3">
          <ShownOnce secret={secret} copy={t('settings.webhook.copy')} copied={t('settings.webhook.copied')} />
        </div>
      )}
    </Dialog>
  )
}

const ProofForm = z.object(proofAgain)

type OfFurther = { school: OwnSchool; hook: Webhook; onSecret: (secret: string) => void; onClose: () => void }

/** Sending a try, and making a new secret. */
function Further({ school, hook, onSecret, onClose }: OfFurther) {
  const { t } = useTranslation()
  const tryIt = useChange(webhooks.try)
  const roll = useChange(webhooks.roll)
  const { saving, save } = useSaving()
  const { needed, asking } = useProof()
  const of = { schoolId: school.id, webhookId: hook.id }
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-4">
      {hook.hookState !== 'off' && (
        <Button disabled={saving} onClick={() => save(() => tryIt(of), t('settings.webhook.tried'), onClose)}>
          {t('settings.webhook.try')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('settings.webhook.rollMeans')}</p>
      <Form<Proof>
        schema={ProofForm}
        start={noProof}
        draft={false}
        submit="settings.webhook.roll"
        save={(proof) => asking(async () => onSecret((await roll({ ...of, ...proof })).secret))}
      >
        <ProofField needed={needed} />
      </Form>
    </div>
  )
}

import * as z from 'zod/mini'
import type { OutputOf } from '#contract/language/operation.ts'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { rosterConnection } from '#contract/platform/connections/roster-connection.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { noProof, ProofField, useProof } from './proof.tsx'

const SwitchForm = z.object(proofAgain)
type Typed = typeof noProof

type Props = { school: OwnSchool; state: OutputOf<typeof rosterConnection.get>; onClose: () => void }

/** Switches OneRoster off at once, or on again with a proof. */
export function SwitchRoster({ school, state: { isOn, version }, onClose }: Props) {
  const { t } = useTranslation()
  const change = useChange(rosterConnection.switch)
  const { needed, asking } = useProof()
  const word = isOn ? 'settings.rosterOut.turnOff' : 'settings.rosterOut.turnOn'
  async function save(typed: Typed) {
    await change({ ...typed, schoolId: school.id, isOn: !isOn, ...(version > 0 && { baseVersion: version }) })
    toast({ title: t('settings.saved') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(word)}
      description={t(isOn ? 'settings.rosterOut.offMeans' : 'settings.rosterOut.onMeans')}
    >
      <Form<Typed>
        schema={SwitchForm}
        start={noProof}
        draft={false}
        submit={word}
        beside={<DialogCancel />}
        save={(typed) => asking(() => save(typed))}
      >
        <ProofField needed={needed} />
      </Form>
    </Dialog>
  )
}

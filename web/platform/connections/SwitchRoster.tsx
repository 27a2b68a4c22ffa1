import type { OutputOf } from '#contract/language/operation.ts'
import { rosterConnection } from '#contract/platform/connections/roster-connection.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ProofDialog } from './ProofDialog.tsx'

type Props = { school: OwnSchool; state: OutputOf<typeof rosterConnection.get>; onClose: () => void }

/** Switches OneRoster off at once, or on again with a proof. */
export function SwitchRoster({ school, state: { isOn, version }, onClose }: Props) {
  const { t } = useTranslation()
  const change = useChange(rosterConnection.switch)
  const word = isOn ? 'settings.rosterOut.turnOff' : 'settings.rosterOut.turnOn'
  return (
    <ProofDialog
      title={t(word)}
      description={t(isOn ? 'settings.rosterOut.offMeans' : 'settings.rosterOut.onMeans')}
      submit={word}
      change={(proof) =>
        change({ ...proof, schoolId: school.id, isOn: !isOn, ...(version > 0 && { baseVersion: version }) })
      }
      onClose={onClose}
    />
  )
}

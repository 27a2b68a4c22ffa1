import { Hourglass } from 'lucide-react'
import { askWho } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { queryClient } from '#web/lib/query.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useStore } from '#web/lib/store.ts'

type Props = {
  school: OwnSchool
  /** Key of the sentence; if omitted, what the whole school waits for. */
  sentence?: string
}

/** Says what waits until the platform approves a school; nothing in an active one. It goes by itself when the school is approved. */
export function SchoolWaits({ school, sentence = 'settings.notActive' }: Props) {
  return school.active ? null : <Waits school={school} sentence={sentence} />
}

function Waits({ school, sentence }: Required<Props>) {
  const { t } = useTranslation()
  const personId = useStore(({ user }) => user.id)
  // The founder is notified of the approval, so their inbox says when to read the session again.
  useLive('inbox', personId, () => void readAgain(school.id))
  return (
    <p className="mb-4 flex items-start gap-2 rounded-field bg-wait-soft px-3 py-2 text-sm text-wait">
      <Hourglass className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {t(sentence)}
    </p>
  )
}

async function readAgain(schoolId: string) {
  await askWho()
  const isActive = useStore.getState().schools.some(({ id, active }) => id === schoolId && active)
  if (isActive) void queryClient.invalidateQueries()
}

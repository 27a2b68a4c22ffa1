import { Trash } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { type Removable, useRemoval } from './removal.ts'

type Props = {
  name: string
  /** What else goes with it, translated. */
  means?: string
  run: () => Promise<unknown>
}

/** Removes a row after a confirmation. */
export const RemoveButton = (props: Props) => <Remove {...props} />

/** The same for what can be put back: the question says what goes with it, and the toast offers to undo. */
export function RemoveWithUndo({ thing, run, ...props }: Props & { thing: Removable }) {
  const { means, offerUndo } = useRemoval(thing)
  return (
    <Remove
      {...props}
      effect={means}
      run={async () => {
        await run()
        offerUndo()
      }}
    />
  )
}

function Remove({ name, means, effect, run }: Props & { effect?: () => Promise<string> }) {
  const { t } = useTranslation()
  // Each part in its own direction, so that an Arabic class does not turn the order of a day and its class in English.
  const parts = name.split(' · ').map(isolated).join(' · ')
  return (
    <AskFirst
      title={t('settings.removeAsk', { name: parts })}
      {...(means && { description: means })}
      means={effect}
      submit={t('settings.remove')}
      run={run}
      danger
    >
      {(ask, busy) => (
        <IconButton label={`${t('settings.remove')}: ${name}`} onClick={ask} disabled={busy}>
          <Trash className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}

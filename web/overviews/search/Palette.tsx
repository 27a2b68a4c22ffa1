import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action, Subject } from '#web/lib/action.ts'
import { actions } from '#web/lib/actions.ts'
import { speak, useTranslation } from '#web/lib/i18n.ts'
import { useTheme } from '#web/lib/theme.ts'
import { useBackCloses } from '#web/ui/back-closes.ts'
import { Failed } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { type Somebody, lineValues } from './lines.ts'
import { PaletteLines } from './PaletteLines.tsx'
import { usePaletteGroups } from './palette-groups.ts'
import type { FinderPlace } from './places.ts'

type Props = {
  schoolId: string | null
  places: FinderPlace[]
  /** The key of an action for which somebody is chosen at once. */
  action?: string | undefined
  onClose: () => void
}

/** Everything of a school by a few words: students, classes, teachers, screens, and what can be done, also with a name behind it. */
export function Palette({ schoolId, places, action, onClose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosen, choose] = useState<Action | null>(() => actions.find(({ key }) => key === action) ?? null)
  const text = useDeferredValue(typed.trim())
  const { go, start } = useStart(onClose, (next) => {
    choose(next)
    setTyped('')
  })
  const isTyping = text !== typed.trim()
  const shown = usePaletteGroups({ schoolId, places, chosen, text, isTyping, start, go, close: onClose })
  const { groups, finder } = shown
  const values = lineValues(groups)
  const [marked, setMarked] = useState('')
  useBackCloses(onClose)

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {/* Not Radix's own overlay: that one writes a <style>, which the content policy forbids. */}
        <div data-overlay className="enter-fade fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          className="enter fixed inset-x-2 top-1.5 z-50 mx-auto flex max-h-[85dvh] flex-col rounded-card border border-line bg-surface md:w-[32rem]"
        >
          <Radix.Title className="sr-only">{t('finder.title')}</Radix.Title>
          <Command
            value={values.includes(marked) ? marked : (values[0] ?? '')}
            onValueChange={setMarked}
            shouldFilter={false}
            label={t('finder.title')}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                onKeyDown={({ key }) => key === 'Backspace' && typed === '' && choose(null)}
                maxLength={60}
                placeholder={t(chosen?.of ? questions[chosen.of] : 'finder.hint')}
                className="min-h-12 w-full bg-transparent outline-none!"
              />
            </div>
            {/* What scrolls must be reached by keys; the list itself cannot be. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div tabIndex={0} className="min-h-0 overflow-y-auto p-2">
              {shown.none && !finder.error && <Notice>{t('finder.none')}</Notice>}
              {shown.hint && <Notice>{t('actions.typeName')}</Notice>}
              <Command.List aria-busy={finder.isFetching}>
                <PaletteLines groups={groups} />
              </Command.List>
            </div>
          </Command>
          {finder.error && (
            <div className="px-4 pb-4">
              <Failed error={finder.error} again={finder.again} />
            </div>
          )}
          {finder.isFetching && !finder.found && !finder.error && (
            <div className="px-2 pb-2">
              <Notice>{t('common.loading')}</Notice>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const questions: Record<Subject, string> = {
  student: 'actions.whichStudent',
  class: 'actions.whichClass',
  child: 'actions.whichChild',
}

/** Goes where a line leads, or does what it says; `ask` is called for an action for which somebody has to be chosen. */
function useStart(close: () => void, ask: (action: Action) => void) {
  const navigate = useNavigate()
  const { language } = useTranslation()
  const { turn } = useTheme()
  const go = (to: string, state?: object) => {
    close()
    void navigate(to, state ? { state } : undefined)
  }
  const start = (action: Action, person: Somebody | null) => {
    if (action.of) return person ? go(action.to(person.id)) : ask(action)
    if ('to' in action) return go(action.to)
    close()
    if (action.turns === 'theme') turn()
    else speak(language === 'ar' ? 'en' : 'ar').catch(toastRefusal)
  }
  return { go, start }
}

const Notice = ({ children }: { children: string }) => (
  <p role="status" className="px-3 py-2 text-muted">
    {children}
  </p>
)

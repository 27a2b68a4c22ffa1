import { Command } from 'cmdk'
import { ClipboardCheck, Search, Shapes, UserRound } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { search } from '#contract/overviews/search/search.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { fold } from '#web/lib/text.ts'
import { useBackCloses } from '#web/ui/back-closes.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Failed } from '#web/ui/States.tsx'
import type { FinderPlace } from './places.ts'

type Props = { schoolId: string | null; places: FinderPlace[]; onClose: () => void }

/** Everything of a school by a few words: students, classes, teachers, screens, and what can be done at once. */
export function Palette({ schoolId, places, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const isSearching = schoolId !== null && wanted.length > 1
  const { data, error, isFetching, isPlaceholderData, refetch } = useRead(
    search.find,
    { schoolId: schoolId ?? '', text: wanted || ' ' },
    { enabled: isSearching },
  )
  const found = isSearching ? data : undefined
  const mayTake = useMay(attendance.save)
  const named = places.filter(({ name }) => !wanted || fold(name).includes(fold(wanted)))

  // What was found for the words before stays meanwhile, and is not what Enter means.
  const isOfTheseWords = wanted === text.trim() && !isPlaceholderData
  const values = [...(found && isOfTheseWords ? valuesOf(found, mayTake) : []), ...named.map(({ to }) => to)]
  const [chosen, setChosen] = useState('')

  useBackCloses(onClose)
  const go = (to: string, state?: object) => {
    onClose()
    void navigate(to, state ? { state } : undefined)
  }

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
            value={values.includes(chosen) ? chosen : (values[0] ?? '')}
            onValueChange={setChosen}
            shouldFilter={false}
            label={t('finder.title')}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search className="size-5 shrink-0 text-muted" aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={setText}
                maxLength={60}
                placeholder={t('finder.hint')}
                className="min-h-12 w-full bg-transparent outline-none!"
              />
            </div>
            {/* What scrolls must be reached by keys; the list itself cannot be. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div tabIndex={0} className="min-h-0 overflow-y-auto p-2">
              <Command.List aria-busy={isFetching}>
                <Found found={found} named={named} mayTake={mayTake} go={go} />
              </Command.List>
            </div>
          </Command>
          {isSearching && error && (
            <div className="px-4 pb-4">
              <Failed error={error} again={refetch} />
            </div>
          )}
          {isSearching && !data && isFetching && !error && <Notice>{t('common.loading')}</Notice>}
          {wanted !== '' && found && nothingIn(found) && named.length === 0 && <Notice>{t('finder.none')}</Notice>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type FoundProps = {
  found: OutputOf<typeof search.find> | undefined
  named: FinderPlace[]
  mayTake: boolean
  go: (to: string, state?: object) => void
}

function Found({ found, named, mayTake, go }: FoundProps) {
  const { t } = useTranslation()
  return (
    <>
      <Group heading={t('finder.students')} shown={found?.students}>
        {found?.students.map(({ id, name, classRoomName, guardianName }) => (
          <Line
            key={id}
            value={id}
            icon={<UserRound className="size-5" aria-hidden="true" />}
            more={guardianName ? `${classRoomName} · ${guardianName}` : classRoomName}
            run={() => go(paths.child(id, 'staff'), { studentId: id })}
          >
            {name}
          </Line>
        ))}
      </Group>
      <Group heading={t('finder.classes')} shown={found?.classes}>
        {found?.classes.flatMap(({ id, name, gradeName, otherYearName }) => [
          <Line
            key={id}
            value={id}
            icon={<Shapes className="size-5" aria-hidden="true" />}
            more={otherYearName ? `${gradeName} · ${otherYearName}` : gradeName}
            run={() => go(paths.classRoom(id), { className: name })}
          >
            {name}
          </Line>,
          mayTake && (
            <Line
              key={`take ${id}`}
              value={`take ${id}`}
              icon={<ClipboardCheck className="size-5" aria-hidden="true" />}
              run={() => go(paths.classRoom(id, 'attendance'), { className: name })}
            >
              {`${t('finder.take')} ${nameOfClass({ name, otherYearName })}`}
            </Line>
          ),
        ])}
      </Group>
      <Group heading={t('finder.teachers')} shown={found?.teachers}>
        {found?.teachers.map(({ id, name }) => (
          <Line
            key={id}
            value={id}
            icon={<UserRound className="size-5" aria-hidden="true" />}
            run={() => go(`${paths.settings('teachers')}?teacher=${id}`)}
          >
            {name}
          </Line>
        ))}
      </Group>
      <Group heading={t('finder.places')} shown={named}>
        {named.map(({ to, name, Icon }) => (
          <Line key={to} value={to} icon={<Icon className="size-5" aria-hidden="true" />} run={() => go(to)}>
            {name}
          </Line>
        ))}
      </Group>
    </>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p role="status" className="px-4 pb-4 text-muted">
    {children}
  </p>
)

/** What Enter may open, in the order of the list; the first one until another is chosen. */
const valuesOf = ({ students, classes, teachers }: OutputOf<typeof search.find>, mayTake: boolean) => [
  ...students.map(({ id }) => id),
  ...classes.flatMap(({ id }) => (mayTake ? [id, `take ${id}`] : [id])),
  ...teachers.map(({ id }) => id),
]

const nothingIn = (found: { students: unknown[]; classes: unknown[]; teachers: unknown[] }) =>
  found.students.length + found.classes.length + found.teachers.length === 0

function Group({ heading, shown, children }: { heading: string; shown: unknown[] | undefined; children: ReactNode }) {
  if (!shown || shown.length === 0) return null
  return (
    <Command.Group heading={<span className="px-3 text-sm font-semibold text-muted">{heading}</span>}>
      {children}
    </Command.Group>
  )
}

type LineProps = { value: string; icon: ReactNode; more?: string; run: () => void; children: string }

const Line = ({ value, icon, more, run, children }: LineProps) => (
  <Command.Item
    value={value}
    onSelect={run}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 font-medium text-ink data-[selected=true]:bg-soft data-[selected=true]:text-primary"
  >
    {icon}
    <span className="min-w-0 flex-1 truncate">
      <Bdi>{children}</Bdi>
    </span>
    {more && (
      <span className="text-sm font-normal text-muted">
        <Bdi>{more}</Bdi>
      </span>
    )}
  </Command.Item>
)

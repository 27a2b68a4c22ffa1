import { Command } from 'cmdk'
import { Bdi } from '#web/ui/Bdi.tsx'
import type { Group, Line } from './lines.ts'

export const PaletteLines = ({ groups }: { groups: Group[] }) =>
  groups.map(({ key, heading, lines }) => (
    <Command.Group key={key} heading={<span className="px-3 text-sm font-semibold text-muted">{heading}</span>}>
      {lines.map((line) => (
        <PaletteLine key={line.value} {...line} />
      ))}
    </Command.Group>
  ))

const PaletteLine = ({ value, Icon, text, more, run }: Line) => (
  <Command.Item
    value={value}
    onSelect={run}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 font-medium text-ink data-[selected=true]:bg-soft data-[selected=true]:text-primary"
  >
    <Icon className="size-5" aria-hidden="true" />
    <span className="min-w-0 flex-1 truncate">
      <Bdi>{text}</Bdi>
    </span>
    {more && (
      <span className="text-sm font-normal text-muted">
        <Bdi>{more}</Bdi>
      </span>
    )}
  </Command.Item>
)

import type { ChildProcess } from 'node:child_process'
import { importLimits } from '#contract/exchange/imports/imports.ts'
import { invalid, Refusal } from '#server/base/errors.ts'
import { fewAtOnce } from '#server/processes/few-at-once.ts'
import { isolatedProcess } from '#server/processes/isolated-process.ts'
import type { WeekRead } from '#server/school/timetable/week-read.rules.ts'

/** A row that is not empty, with its number in the file. `hidden`: by hand or by a filter. */
export type FileRow = { row: number; cells: string[]; hidden?: true }

/** `hiddenColumns`: their places from zero. */
export type ImportedSheet = {
  number: number
  name: string
  isHidden: boolean
  rows: FileRow[]
  hiddenColumns?: number[]
}

/** What was found in a file: one table, the sheets of a workbook, or the tables of a folder by file name without ending. */
export type FileContent =
  | Pick<ImportedSheet, 'rows' | 'hiddenColumns'>
  | { sheets: ImportedSheet[] }
  | { files: Record<string, FileRow[]> }

/** Reads uploads in separate processes, so that a hostile file cannot harm the server. */
export type FileReader = {
  /** Throws 400 or 415 if the file cannot be read, and 503 if too many wait. */
  read: (bytes: Buffer | (() => Promise<Buffer>)) => Promise<FileContent>
  /** The same for a week of lessons; a table if the file is one. */
  readWeek: (bytes: () => Promise<Buffer>) => Promise<FileContent | { week: WeekRead }>
  stop: () => void
}

/** How many files are read at once and how many wait; the time limit of reading; the memory limit of a process. */
const readerFigures = { atOnce: 2, waiting: 10, milliseconds: 12_000, megabytes: 900 }

export type ReaderFigures = typeof readerFigures

export function fileReader(given: Partial<ReaderFigures> = {}): FileReader {
  const { milliseconds, megabytes, ...figuresOfTurns } = { ...readerFigures, ...given }
  const turns = fewAtOnce(figuresOfTurns)
  const running = new Set<ChildProcess>()

  async function content<C>(bytes: () => Promise<Buffer>, as?: 'week') {
    const child = reader(megabytes)
    running.add(child)
    return readBy<C>(child, bytes, milliseconds, as).finally(() => running.delete(child))
  }

  return {
    // The bytes are loaded into memory only when it is their turn.
    read: (bytes) => turns.run(() => content(typeof bytes === 'function' ? bytes : async () => bytes)),
    readWeek: (bytes) => turns.run(() => content(bytes, 'week')),
    stop() {
      turns.stop()
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

type Refused = Partial<
  Record<'unreadable' | 'unsupported' | 'locked' | 'tooMany' | 'tooWide' | 'tooLong' | 'tooLarge', true>
>

type ReaderMessage = { ready?: true; hiddenColumns?: number[] } & Refused &
  Partial<Record<'rows' | 'sheets' | 'files' | 'week', unknown>>

const contents = ['rows', 'sheets', 'files', 'week'] as const

/** One process reads one file; it is ended if it takes too long. */
const readBy = <C>(child: ChildProcess, bytes: () => Promise<Buffer>, milliseconds: number, as?: 'week') =>
  new Promise<C>((done, failed) => {
    let ready = false
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds).unref()
    child.on('message', (message: ReaderMessage) => {
      if (message.ready) {
        ready = true
        bytes().then((content) => child.send({ bytes: content, as }), failed)
        return
      }
      const found = contents.find((one) => message[one])
      const { hiddenColumns } = message
      if (found) done({ [found]: message[found], ...(hiddenColumns && { hiddenColumns }) } as C)
      else failed(refusalOf(message))
      child.kill('SIGKILL')
    })
    // If the process never became ready, this says nothing about the file.
    const ended = () => {
      clearTimeout(timer)
      failed(ready ? unreadableFile() : new Error('The process that reads imports did not start'))
    }
    child.once('exit', ended)
    child.once('error', () => !child.pid && ended())
  })

function refusalOf({ tooMany, tooWide, tooLong, tooLarge, locked, unsupported }: Refused) {
  if (tooMany) return tooManyRows()
  if (tooWide) return invalid('The table has more than 100 columns')
  if (locked) return invalid('This workbook is locked with a password; save it without one')
  if (tooLarge) return invalid('This timetable has more than 200,000 elements')
  if (tooLong) return invalid('A file of this folder has more than 300,000 rows')
  return unsupported ? unsupportedFile() : unreadableFile()
}

export const tooManyRows = () => invalid('The table has more than 20,000 rows')
const unreadableFile = () => invalid('This file cannot be read')
const unsupportedFile = () =>
  new Refusal(
    415,
    'unsupported',
    'This kind of file cannot be read; open it in the program that made it and save it as XLSX',
  )

function reader(megabytes: number) {
  const { rows, columns, cell, bytes } = importLimits
  const args = [megabytes, rows, columns, cell, bytes].map(String)
  return isolatedProcess(new URL('reader.mjs', import.meta.url), args, { megabytes, heap: Math.round(megabytes * 0.6) })
}

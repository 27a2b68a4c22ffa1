import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { boys, families, fathers, girls } from '#test/world/names.ts'
import { LatinName } from './latin-names.ts'
import { latinProposal } from './latin-proposal.ts'

test('a name is taken as in a passport', () => {
  for (const [typed, read] of [
    ['Omar', 'Omar'],
    ['  O’Neil  el-Din ', "O'Neil el-Din"],
    ['A', 'A'],
  ])
    expect(z.parse(LatinName, typed)).toBe(read)
  for (const typed of ['عمر', 'Omár', 'Omar2', '-Omar', 'Omar.', 'x'.repeat(101)])
    expect(z.safeParse(LatinName, typed).success, typed).toBe(false)
})

test.each([
  ['عمر', 'Omar'],
  ['عُمَر', 'Omar'],
  ['احمد', 'Ahmed'],
  ['فاطمه', 'Fatma'],
  ['الجندي', 'El Gendy'],
  ['الوكيل', 'El Wakil'],
  ['المنشاوي', 'El Menshawy'],
  ['البرقوقي', 'El Barkoki'],
  ['أبو زيد', 'Abo Zeid'],
  ['السيد', 'Elsayed'],
  ['عبدالرحمن', 'Abdelrahman'],
  ['شلبي', 'Shalaby'],
])('%s is proposed as %s', (name, latin) => expect(latinProposal(name)).toBe(latin))

test('nothing is proposed for a name that has other letters, and every proposal is a name as in a passport', () => {
  for (const name of ['Omar', '', 'عمر2', 'O عمر']) expect(latinProposal(name)).toBeNull()
  for (const name of [...boys, ...girls, ...fathers, ...families])
    expect(z.safeParse(LatinName, latinProposal(name)).success, name).toBe(true)
})

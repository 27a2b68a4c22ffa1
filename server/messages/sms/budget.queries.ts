import type pg from 'pg'

/** Takes one from a daily budget. Returns false if none is left. `expire` is in ms since 1970. */
export const takeOne = async (
  client: pg.ClientBase,
  { key, most, expire }: { key: string; most: number; expire: number },
): Promise<boolean> =>
  (
    await client.query(
      `insert into rate_limits (key, points, expire) values ($1, 1, $2)
       on conflict (key) do update set points = rate_limits.points + 1 where rate_limits.points < $3`,
      [key, expire, most],
    )
  ).rowCount === 1

export const giveBack = (client: pg.ClientBase, key: string) =>
  client.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [key])

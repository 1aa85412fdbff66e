import manifest from 'virtual:calls'
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { Answer, AnyInput, CallName, InputOf, ListName } from '../send/calls.ts'
import { isConnectionLost } from '../send/connection.ts'
import { type Failure, NetworkFailure } from '../send/failure.ts'
import { sendCall, useSend } from '../send/send.ts'
import { useForesight } from '../steps/shown-steps.ts'
import { queryClient } from './query-client.ts'
import { readOrRecall } from './recall.ts'
import { refreshAfter } from './refresh.ts'
import { refreshPaceMs } from './refresh-pace.ts'

export type ReadOptions = {
  /** False: the request is not sent yet. */
  enabled?: boolean
  /** Interval between requests while the answer is on the screen, ms. Lists set it by themselves. */
  refetchInterval?: number | false | (() => number)
  /** Shows the previous answer until the next one arrives. Lists do so by themselves. */
  keepsAnswer?: boolean
}

/** The only way to read. A list keeps its rows until the next page or refresh arrives. */
export function useCall<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  { keepsAnswer = manifest[name].isList, ...options }: ReadOptions = {},
): UseQueryResult<Answer<Name>, Failure> {
  const foresee = useForesight(name, [name, input])
  return useQuery<Answer<Name>, Failure>({
    ...readOf(name, input),
    ...(foresee && { select: (answer) => foresee(answer, input) }),
    refetchOnWindowFocus: true,
    ...(manifest[name].isList && { refetchInterval: listPace }),
    ...(keepsAnswer && { placeholderData: keepPreviousData }),
    ...options,
  })
}

// Without a connection the page looks for one by itself.
const listPace = () => !isConnectionLost() && refreshPaceMs()

/** Maximum rows of a page; the contract admits no more. */
const longestPage = 200
/** Maximum pages that are read. A longer list belongs in a table. */
const maxPages = 10

/** Reads a list page by page in its order, to draw it as a whole. Returns the answers of the pages. */
export function useWholeList<Name extends ListName>(
  name: Name,
  input: Pick<InputOf<Name>, 'body' | 'query'>,
  { enabled = true }: Pick<ReadOptions, 'enabled'> = {},
): UseQueryResult<Answer<Name>[], Failure> {
  const queryKey = [name, 'whole', input]
  const foresee = useForesight(name, queryKey)
  const readAll = async (signal: AbortSignal) => {
    // Every list takes a page and answers their number; the compiler cannot see this for a generic name.
    const read = (page: number) =>
      sendCall(name, {
        ...input,
        query: { ...input.query, limit: longestPage, page },
        signal,
      } as unknown as InputOf<Name>)
    const first = await read(1)
    const { pages } = (first as Answer<ListName>).pagination
    const others = Array.from({ length: Math.min(pages, maxPages) - 1 }, (_, index) => read(index + 2))
    return [first, ...(await Promise.all(others))]
  }
  return useQuery<Answer<Name>[], Failure>({
    ...(foresee && {
      select: (pages) => pages.map((page) => foresee(page, input as unknown as InputOf<Name>)),
    }),
    queryKey,
    queryFn: ({ signal }) => readOrRecall(queryKey, () => readAll(signal)),
    enabled,
    refetchOnWindowFocus: true,
    refetchInterval: listPace,
    placeholderData: keepPreviousData,
  })
}

/** Reads ahead, so that the next screen opens at once. */
export function prefetchCall<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<void> {
  return queryClient.prefetchQuery(readOf(name, input))
}

/**
 * Reads for a step that needs an answer. Without a connection: the last answer that is known.
 * @throws {Failure} if none is known
 */
export async function readCall<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
): Promise<Answer<Name>> {
  const read = readOf(name, input)
  try {
    return await queryClient.fetchQuery(read)
  } catch (failure) {
    const known = failure instanceof NetworkFailure && queryClient.getQueryData<Answer<Name>>(read.queryKey)
    if (!known) throw failure
    return known
  }
}

type ActionOptions<Name extends CallName> = {
  /**
   * The call of the page that shows the item which this action deletes. It is not read again, because it would
   * answer 404 while the page closes.
   */
  closes?: CallName
  /** Sends one change after the other, because a later one may take an earlier one back. */
  inOrder?: true
  onSuccess?: (answer: Answer<Name>, input: InputOf<Name>) => void
  /** Called for a failure that the screen does not show by itself. */
  onFailure?: (failure: Failure, input: InputOf<Name>) => void
}

/**
 * The way to write, beside `usePlainAction`. An idempotent call is sent with a key, so that the server runs a
 * repetition only once. What the call changes is read again before the action counts as done. `error` carries the
 * error texts of the fields, see `fieldErrorsOf`.
 */
export function useAction<Name extends CallName>(
  name: Name,
  options: ActionOptions<Name> = {},
): UseMutationResult<Answer<Name>, Failure, InputOf<Name>> {
  const send = useSend(name)
  return useMutation<Answer<Name>, Failure, InputOf<Name>>({
    mutationFn: send,
    ...(options.inOrder && { scope: { id: name } }),
    onSuccess: async (answer, input) => {
      options.onSuccess?.(answer, input)
      const { params } = input as AnyInput // every input fits it
      await refreshAfter(name, options.closes ? [options.closes, { params }] : null)
    },
    onError: (failure, input) => options.onFailure?.(failure, input),
  })
}

function readOf<Name extends CallName>(name: Name, input: InputOf<Name>) {
  const queryKey = [name, input]
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readOrRecall(queryKey, () => sendCall(name, { ...input, signal })),
  }
}

import type { WindowReport, WindowSettings } from '../core/index';
import type { WirePosition } from './places';

/** What a request may say of the window; the rest is as configured. */
export interface TrimRequest extends WindowSettings {
  readonly conversation?: string;
  readonly onEmpty?: 'fail' | 'extend';
}

/** What trimming would do to one conversation. Entries are counted from 0 behind its leading instructions. */
export interface TrimPreview {
  readonly pointer: string;
  /** What `tokens` and `budget` count. */
  readonly unit: 'tokens' | 'entries';
  readonly entries: number;
  readonly dropped: number;
  readonly start: number;
  readonly tokensBefore: number;
  readonly tokens: number;
  readonly budget: number;
  readonly reason: string;
  /** The entry that the window starts at; absent where nothing is cut. */
  readonly at?: WirePosition;
  readonly problem?: WindowReport['problem'];
}

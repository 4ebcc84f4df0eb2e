import type { ReplayReport, WindowSettings } from '../core/index';
import { SECTION } from './choices';
import type { WirePosition } from './places';

/** A request of the client. Progress is told under its `workDoneToken`, as LSP has it. */
export const REPLAY = `${SECTION}/replay`;

/** Which conversations, and through which window. Built-in windows only: no file of a workspace says what is run. */
export interface ReplayParams {
  readonly files: readonly {
    readonly uri: string;
    /** What reports call it. */
    readonly name: string;
  }[];
  /** The person named this one file: weak evidence counts, and a change of its text ends the replay. */
  readonly isNamed?: boolean;
  /** Absent: as configured for each file. */
  readonly window?: WindowSettings;
  readonly workDoneToken?: string | number;
}

export interface ReplayAnswer {
  readonly report: ReplayReport;
  /** For each of the report's failures the place where its window starts; null where that is not known. */
  readonly places: readonly (FailurePlace | null)[];
  /** The same for each of `report.input.faults`: the place of the fault itself. */
  readonly inputPlaces: readonly (FailurePlace | null)[];
  /** Files in which there was something to replay. */
  readonly files: number;
  /** Conversations left out, as their text has a fault. */
  readonly broken: number;
  /** Files that could not be read, or for which no window is configured. */
  readonly unread: number;
}

export interface FailurePlace {
  readonly uri: string;
  readonly position: WirePosition;
}
